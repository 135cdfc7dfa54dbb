import { modeOf } from './snippets'
import type { SnippetInput, SnippetKind } from './snippets'

/**
 * The lines that a page with a content security policy of its own adds to it, one a directive.
 * @param scores origin of the sockets where they have a host of their own, such as wss://live.example.com
 */
export function policyOf(
  kind: SnippetKind,
  { host, look }: Pick<SnippetInput, 'host' | 'look'>,
  scores = host.replace(/^http/, 'ws'),
): string {
  const isInline = modeOf(kind, look) === 'inline'
  const isFrame = kind === 'iframe' || kind === 'oembed'
  const hasStyle = kind === 'iframe' || kind === 'element'
  const lines: [directive: string, sources: string | false][] = [
    ['script-src', !isFrame && host],
    ['frame-src', !isInline && host],
    ['connect-src', isInline && `${host} ${scores}`],
    ['font-src', isInline && host],
    ['img-src', isInline && `${host} data:`],
    // Of the board's room, which stands in a style attribute.
    ['style-src-attr', hasStyle && `'unsafe-inline'`],
  ]
  return lines.flatMap(([directive, sources]) => (sources ? [`${directive} ${sources};`] : [])).join('\n')
}

/** For pages that require Trusted Types: the policies by which an inline board makes addresses into scripts. */
export const trustedTypesLine = `trusted-types multiball multiball#chunks 'allow-duplicates';`
