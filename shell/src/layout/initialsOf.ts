import type { Profile } from '@multiball/shared/schema'

/** What stands in for a picture: the own initials, else the first letters of the first and the last word of the name, RQ of Rosalind Quist. */
export function initialsOf({ initials, cached_display_name: name, username }: Profile): string {
  if (initials) return initials
  const words = (name || username).split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
