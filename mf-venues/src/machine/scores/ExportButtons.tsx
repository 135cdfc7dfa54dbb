import { downloadGames } from '@multiball/shared/api'
import { Banner, Button } from '@multiball/shared/ui'
import { useState } from 'react'
import { sentenceOf } from '../../sentenceOf'
import { fileName, openable, saveFile } from './gamesFile'
import css from './HistorySection.module.css'

const formats = ['csv', 'json'] as const

/** The machine's games as files. They are fetched with the login, which a plain link would not carry. */
export function ExportButtons({ machine, machineName }: { machine: number; machineName: string }) {
  const [busy, setBusy] = useState<(typeof formats)[number]>()
  const [failure, setFailure] = useState<string>()
  const save = async (format: (typeof formats)[number]) => {
    setBusy(format)
    setFailure(undefined)
    try {
      saveFile(openable(await downloadGames(machine, format), format), fileName(machineName, format))
    } catch (error) {
      setFailure(sentenceOf(error))
    }
    setBusy(undefined)
  }
  return (
    <div className={css.buttons}>
      {failure && <Banner tone="error">{failure}</Banner>}
      {formats.map((format) => (
        <Button
          key={format}
          icon="download"
          isBusy={busy === format}
          aria-label={`Download games as ${format.toUpperCase()}`}
          onPress={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
