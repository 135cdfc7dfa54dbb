import { useRef } from 'react'
import { Button, type ButtonProps } from './Button'

export interface FileButtonProps extends Omit<ButtonProps, 'onPress' | 'type'> {
  /** of the field that takes the file */
  label: string
  /** media types, such as image/png */
  accept: readonly string[]
  /** a phone opens this camera, instead of asking where the file is */
  capture?: 'environment' | 'user'
  onChoose(file: File): void
}

/** A button that asks for a file. */
export function FileButton({ label, accept, capture, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept.join(', ')}
        capture={capture}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
