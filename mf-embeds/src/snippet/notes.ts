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
    [
      kind === 'oembed' && board.key !== undefined,
      'oEmbed is for public boards: this one is private. Use one of the other three, or make the board public.',
    ],
    [
      kind === 'oembed' && board.key === undefined,
      'Paste this address on a line of its own in WordPress, or anywhere else that supports oEmbed. The options above don’t apply.',
    ],
    [
      kind !== 'oembed' && board.key !== undefined && !look.hasKey,
      'Nobody can see this private board without its viewer key: switch on “Include the viewer key”.',
    ],
    [kind === 'iframe' && look.mode === 'inline', 'An iframe is always a frame: choose Element or React for inline.'],
    [kind === 'iframe' && look.updates === 'pinned', 'An iframe can’t be pinned: it always shows our latest version.'],
    [isPinned && isReleaseMissing, 'There is no published version to pin yet, so this code follows our releases.'],
    [isPinned && release !== undefined && !isInlineReact, `Pinned to ${release?.version ?? ''}.`],
    [
      isPinned && release !== undefined && isInlineReact,
      `Pinned to ${release?.version ?? ''}. Browsers don’t verify what import() loads unless your page has an import map with integrity.`,
    ],
    [isOwnMachine(host), 'This code only works on this computer, because you opened the dashboard at localhost.'],
  ]
  return rules.flatMap(([applies, note]) => (applies ? [note] : []))
}
