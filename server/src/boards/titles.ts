const longest = 256

/** At most `most` UTF-16 units of a text, never half of a character. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}

/** '{title} – {machine}', both shortened alike where they are too long together. */
export function titleFor(title: string, machine: string): string {
  const between = ' – '
  const room = longest - between.length
  if (title.length + machine.length <= room) return title + between + machine
  const forMachine = Math.min(machine.length, Math.max(room - title.length, Math.floor(room / 2)))
  return shortened(title, room - forMachine) + between + shortened(machine, forMachine)
}

/** The title itself, or with the first free number behind it: 'Wall (2)'. */
export function freeTitle(title: string, isTaken: (title: string) => boolean): string {
  if (!isTaken(title)) return title
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`
    const numbered = shortened(title, longest - ending.length) + ending
    if (!isTaken(numbered)) return numbered
  }
}
