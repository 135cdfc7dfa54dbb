import { exportAccount } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { Banner, Button } from '@multiball/shared/ui'
import { useState } from 'react'
import { Section } from './Section'
import css from './Section.module.css'

/** An iPhone asks the person first, and reads the bytes after the answer. */
const keptMs = 60_000

/** Hands the bytes to the browser as a file of the person's. */
function save(bytes: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}

/** How to get all that belongs to the own account. */
export function ExportSection() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const download = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      save(await exportAccount(), 'multiball-data.zip')
    } catch (error) {
      setFailure(failureWords(error))
    }
    setBusy(false)
  }

  return (
    <Section title="Your data">
      {failure && <Banner tone="error">{failure}</Banner>}
      <p className={css.words}>
        Everything that belongs to your account, as a zip of JSON files and pictures: your profile, boards, machines,
        games and activity.
      </p>
      <Button icon="download" isBusy={isBusy} onPress={() => void download()}>
        Download your data
      </Button>
    </Section>
  )
}
