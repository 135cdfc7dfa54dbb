import { CopyButton } from '@multiball/shared/ui'
import { useRef } from 'react'
import css from './CodeBlock.module.css'

interface CodeBlockProps {
  code: string
  /** as in 'Copy the policy'; names the block too */
  what: string
  label: string
}

/** Code with its button; where the browser copies nothing, the button selects it. */
export function CodeBlock({ code, what, label }: CodeBlockProps) {
  const block = useRef<HTMLPreElement>(null)
  const select = () => {
    block.current?.focus()
    if (block.current) getSelection()?.selectAllChildren(block.current)
  }
  return (
    <div className={css.block}>
      <div className={css.copy}>
        <CopyButton text={code} what={what} variant="quiet" isShort onRefused={select} />
      </div>
      <pre ref={block} className={css.code} tabIndex={0} aria-label={label}>
        {parts(code).map((part, at) =>
          at % 2 === 1 ? (
            <span key={at} className={css.value}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </pre>
    </div>
  )
}

/** Every second part is a value between quotes. */
const parts = (code: string): string[] => code.split(/("[^"\n]*"|\B'[^'\n]*')/)
