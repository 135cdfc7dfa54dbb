import { Button } from '@multiball/shared/ui'
import { useState } from 'react'
import { copyText } from './copyText'

interface CopyButtonProps {
  text: string
  /** what is copied, such as 'key' */
  what: string
}

/** Copies a text, and says so on itself. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ text: string; isCopied: boolean }>()
  const said = outcome?.text === text ? outcome : undefined
  return (
    <>
      <Button icon={said?.isCopied ? 'check' : 'copy'} onPress={() => void copyText(text).then((isCopied) => setOutcome({ text, isCopied }))}>
        {said?.isCopied ? 'Copied' : `Copy ${what}`}
      </Button>
      <span role="status">{said && !said.isCopied && 'This browser copies nothing here: select the text and copy it by hand.'}</span>
    </>
  )
}
