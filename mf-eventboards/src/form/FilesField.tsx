import { postFiles } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { useFormField } from '@multiball/shared/forms'
import { fileAsBase64, FileButton, Switch } from '@multiball/shared/ui'
import { useState, type DragEvent } from 'react'
import { fileKind, type FileKind } from './fileKind'
import css from './TournamentField.module.css'

/** A file that was chosen, by what is in it. */
interface Chosen {
  name: string
  base64: string
}

const words: Record<FileKind, string> = { standings: 'Standings', matches: 'Matches', document: 'Tournament' }
const accept = ['.csv', '.json', '.txt', 'text/csv', 'application/json']

/** Tables, or a document, that are dropped here are on the board at once. @param board undefined: it is not made yet */
export function FilesField({ board }: { board: number | undefined }) {
  const { value: headline } = useFormField<string>('headline')
  const { value: title } = useFormField<string>('title')
  const [files, setFiles] = useState<Partial<Record<FileKind, Chosen>>>({})
  const [isFinished, setFinished] = useState(false)
  const [said, setSaid] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (board === undefined)
    return (
      <p className={css.note}>
        Standings and matches in tables? Create the eventboard, open it again, and drop them here.
      </p>
    )

  const post = async (given: Partial<Record<FileKind, Chosen>>, isOver: boolean) => {
    setBusy(true)
    setFailure(undefined)
    setSaid('')
    try {
      const { standings, matches, document } = given
      await postFiles('eventboard', board, 'event', {
        name: headline.trim() || title.trim(),
        is_finished: isOver,
        standings: standings?.base64,
        matches: matches?.base64,
        document: document?.base64,
      })
      // What was refused does not come along with the next file.
      setFiles(given)
      setFinished(isOver)
      const shown = Object.entries(given) as [FileKind, Chosen][]
      setSaid(`On the board: ${shown.map(([kind, { name }]) => `${words[kind].toLowerCase()} of ${name}`).join(', ')}.`)
    } catch (thrown) {
      setFailure(failureWords(thrown))
    }
    setBusy(false)
  }

  const take = async (dropped: readonly File[]) => {
    setFailure(undefined)
    let next = files
    try {
      for (const file of dropped) {
        const base64 = await fileAsBase64(file)
        const kind = fileKind(atob(base64))
        const chosen = { name: file.name, base64 }
        // A document has all of it.
        next = kind === 'document' ? { document: chosen } : { ...next, document: undefined, [kind]: chosen }
      }
    } catch (thrown) {
      return setFailure((thrown as Error).message)
    }
    await post(Object.fromEntries(Object.entries(next).filter(([, file]) => file !== undefined)), isFinished)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take([...event.dataTransfer.files])
  }

  return (
    <div
      className={css.files}
      role="group"
      aria-label="Files"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <span>Drop or choose tables of standings and matches (CSV), or a tournament (JSON).</span>
      <FileButton icon="upload" label="File" accept={accept} isBusy={isBusy} onChoose={(file) => void take([file])}>
        Choose a file
      </FileButton>
      {files.standings && (
        <Switch
          name="is_finished"
          label="The tournament is over"
          description="Shows the podium"
          isSelected={isFinished}
          onChange={(isOver) => void post(files, isOver)}
        />
      )}
      {failure && (
        <p className={css.failure} role="alert">
          {failure} The board stays as it is.
        </p>
      )}
      <span role="status">{said}</span>
    </div>
  )
}
