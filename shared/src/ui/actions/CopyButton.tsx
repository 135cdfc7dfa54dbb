import { useEffect, useState } from 'react'
import { Button, type ButtonVariant } from './Button'
import { styles } from '../styles'

/** Puts a text on the clipboard. False where the browser has none for this page: without https, or without the person's leave. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export interface CopyButtonProps {
  text: string
  /** what is copied, as in 'Copy details' */
  what: string
  /** only 'Copy' is seen */
  isShort?: boolean
  variant?: ButtonVariant
  /** told when the browser refused, so that the text can be selected instead */
  onRefused?(): void
}

const saidMs = 2_000

/** Copies a text with one press, and says so on itself and to screen readers. */
export function CopyButton({ text, what, isShort = false, variant, onRefused }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ text: string; isCopied: boolean }>()
  useEffect(() => {
    if (!outcome?.isCopied) return
    const timer = setTimeout(() => setOutcome(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const said = outcome?.text === text ? outcome : undefined
  const word = said?.isCopied ? 'Copied' : 'Copy'

  const copy = async () => {
    const isCopied = await copyText(text)
    setOutcome({ text, isCopied })
    if (!isCopied) onRefused?.()
  }
  return (
    <>
      <Button
        variant={variant}
        icon={said?.isCopied ? 'check' : 'copy'}
        aria-label={isShort ? `${word} ${what}` : undefined}
        onPress={() => void copy()}
      >
        {isShort || said?.isCopied ? word : `Copy ${what}`}
      </Button>
      <span role="status" className={said && !said.isCopied && !onRefused ? undefined : styles.unseen}>
        {said &&
          (said.isCopied
            ? `Copied ${what}`
            : onRefused
              ? 'Press Ctrl C or ⌘ C'
              : 'This browser can’t copy here: select the text and copy it by hand.')}
      </span>
    </>
  )
}
