const endings = ['th', 'st', 'nd', 'rd']

/** '1st', '2nd', '11th': by hand, since the first formatter of Intl holds a page up for long. */
export function ordinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1
  return `${place}${(isTeen ? undefined : endings[place % 10]) ?? 'th'}`
}
