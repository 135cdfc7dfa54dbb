import type { SnippetInput, SnippetKind } from './snippets'

interface NoteInput extends SnippetInput {
  /** it is known that nothing is published that could be pinned */
  isReleaseMissing: boolean
}

const isOwnMachine = (host: string) => /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(host)

/** What to know before this code is used, one sentence or two each. */
export function notesOf(kind: SnippetKind, { host, board, look, release, isReleaseMissing }: NoteInput): string[] {
  const hasScript = kind === 'element' || kind === 'react'
  const isPinned = hasScript && look.updates === 'pinned'
  const isInlineReact = kind === 'react' && look.mode === 'inline'
  const rules: [applies: boolean, note: string][] = [
    [kind === 'oembed' && board.key !== undefined, 'oEmbed is for public boards: this one is private. Use one of the other three, or make the board public.'],
    [kind === 'oembed' && board.key === undefined, 'Paste this address on a line of its own, in WordPress and wherever else oEmbed is understood. The looks above are not part of it.'],
    [kind !== 'oembed' && board.key !== undefined && !look.hasKey, 'Without its viewer key nobody sees this private board: switch on “Put the viewer key into the code”.'],
    [kind === 'iframe' && look.mode === 'inline', 'An iframe is always a frame: choose Element or React for inline.'],
    [kind === 'iframe' && look.updates === 'pinned', 'An iframe has no file to pin: what is in it is ours, and always of our newest release.'],
    [isPinned && isReleaseMissing, 'Nothing is published yet that could be pinned, so that this code follows our releases.'],
    [isPinned && release !== undefined && !isInlineReact, `Pinned to ${release?.version ?? ''}.`],
    [isPinned && release !== undefined && isInlineReact, `Pinned to ${release?.version ?? ''}. A browser checks no hash of what import() loads, unless your page has an import map with integrity.`],
    [isOwnMachine(host), 'This code works on your own machine only, since you are here by the name localhost.'],
  ]
  return rules.flatMap(([applies, note]) => (applies ? [note] : []))
}
