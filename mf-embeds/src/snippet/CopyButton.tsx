import { Button } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import css from './CopyButton.module.css'

interface CopyButtonProps {
  text: string
  /** what is copied, as in 'Copy the policy' */
  what: string
  /** told when the browser refused, so that the text can be selected instead */
  onRefused?(): void
}

const saidMs = 2_000

/** Copies a text with one press, and says so on itself. */
export function CopyButton({ text, what, onRefused }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ text: string; isCopied: boolean }>()
  useEffect(() => {
    if (!outcome?.isCopied) return
    const timer = setTimeout(() => setOutcome(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const said = outcome?.text === text ? outcome : undefined

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome({ text, isCopied: true })
    } catch {
      // Without https or the person's leave there is no clipboard.
      setOutcome({ text, isCopied: false })
      onRefused?.()
    }
  }
  return (
    <>
      <Button variant="quiet" icon={said?.isCopied ? 'check' : 'copy'} aria-label={said?.isCopied ? `Copied ${what}` : `Copy ${what}`} onPress={() => void copy()}>
        {said?.isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className={css.outcome}>
        {said && (said.isCopied ? 'Copied' : 'Press Ctrl C or ⌘ C')}
      </span>
    </>
  )
}
