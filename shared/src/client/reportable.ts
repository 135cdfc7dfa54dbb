import { longestReportedMessage } from '@multiball/shared/schema'

/** What may name a person, a board or a secret: addresses, mail addresses, long numbers and ids, longer quotations. */
const unsaid = [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, /\S+@\S+/g, /(['"`])(?=[^'"`\n]*\s)[^'"`\n]*\1/g, /\b[\w-]*\d[\w-]{11,}\b/g, /\d{5,}/g]

/** An error's message as it may leave the page: its first line, shortened, without what a visitor may have typed. */
export function reportable(message: string): string {
  const [line = ''] = message.split('\n')
  return unsaid.reduce((text, pattern) => text.replace(pattern, '…'), line.slice(0, 1000)).slice(0, longestReportedMessage)
}
