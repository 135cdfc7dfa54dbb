import { useState } from 'react'
import { LookFields } from '../look/LookFields'
import { newLook } from '../look/look'
import { Preview } from '../preview/Preview'
import { SitesSection } from '../sites/SitesSection'
import { CodeCard } from '../snippet/CodeCard'
import { modeOf } from '../snippet/snippets'
import type { SnippetKind } from '../snippet/snippets'
import type { OwnBoard } from '../ownBoards'
import css from './EmbedPage.module.css'

interface PlaygroundProps {
  owner: number
  board: OwnBoard
}

/** A board's looks in a page, the picture and the code of them. */
export function Playground({ owner, board }: PlaygroundProps) {
  const [look, setLook] = useState(() => newLook(board.canvas))
  const [kind, setKind] = useState<SnippetKind>('iframe')
  return (
    <>
      <div className={css.columns}>
        <div className={css.preview}>
          <Preview board={board} look={look} mode={modeOf(kind, look)} />
        </div>
        <div className={css.look}>
          <LookFields
            board={board}
            look={look}
            onChange={(changed) => setLook((before) => ({ ...before, ...changed }))}
          />
        </div>
        <div className={css.code}>
          <CodeCard board={board} look={look} kind={kind} onKind={setKind} />
        </div>
      </div>
      <SitesSection owner={owner} board={board} />
    </>
  )
}
