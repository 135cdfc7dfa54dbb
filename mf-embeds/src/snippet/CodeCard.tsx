import { pageConfig } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import { styles, Tabs } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import type { OwnBoard } from '../ownBoards'
import type { Look } from '../look/look'
import { CodeBlock } from './CodeBlock'
import css from './CodeCard.module.css'
import { notesOf } from './notes'
import { policyOf, trustedTypesLine } from './policy'
import { getActiveRelease } from './releases'
import { modeOf, oembedOf, snippetOf } from './snippets'
import type { SnippetInput, SnippetKind } from './snippets'

interface CodeCardProps {
  board: OwnBoard
  look: Look
  kind: SnippetKind
  onKind(kind: SnippetKind): void
}

const tabs = [
  { id: 'iframe', label: 'iframe' },
  { id: 'element', label: 'Element' },
  { id: 'react', label: 'React' },
  { id: 'oembed', label: 'oEmbed' },
] as const

/** The code to copy, in the four ways there are, with what a page's own security policy needs for it. */
export function CodeCard({ board, look, kind, onKind }: CodeCardProps) {
  const { loaded } = useRead(['release'], async (signal) => (await getActiveRelease(signal)) ?? null)
  const release = loaded.type === 'ready' ? (loaded.value ?? undefined) : undefined
  const { apiHost, scoresHost } = pageConfig()
  const input: SnippetInput = { host: apiHost || location.origin, board, look, release }
  const notes = notesOf(kind, { ...input, isReleaseMissing: loaded.type !== 'loading' && !release })
  const canBeCopied = kind !== 'oembed' || board.key === undefined
  return (
    <section className={css.card} aria-labelledby="embed-code">
      <h2 id="embed-code" className={styles.unseen}>
        Code
      </h2>
      <Tabs label="Kind of code" tabs={tabs} selected={kind} onChange={onKind}>
        <>
          {canBeCopied && (
            <CodeBlock
              code={snippetOf(kind, input)}
              what={kind === 'oembed' ? 'the address' : 'the code'}
              label="Code for your page"
            />
          )}
          {notes.map((note) => (
            <p key={note} className={css.note}>
              {note}
            </p>
          ))}
          {kind === 'oembed' && canBeCopied && (
            <Extra title="For sites without oEmbed discovery" words="Request the code from:">
              <CodeBlock code={oembedOf(input.host, board)} what="the address of oEmbed" label="Address of oEmbed" />
            </Extra>
          )}
          <Extra title="Content security policy" words="If your site sends a Content-Security-Policy, add these.">
            <CodeBlock
              code={policyOf(kind, input, scoresHost || undefined)}
              what="the policy"
              label="Content security policy"
            />
            {modeOf(kind, look) === 'inline' && (
              <p className={css.note}>
                If it requires Trusted Types, add: <code className={css.inline}>{trustedTypesLine}</code>
              </p>
            )}
          </Extra>
        </>
      </Tabs>
    </section>
  )
}

function Extra({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <div className={css.extra}>
      <h3 className={css.title}>{title}</h3>
      <p className={css.words}>{words}</p>
      {children}
    </div>
  )
}
