// What most guesses begin with, in letters alone.
const commonWords = new Set(
  `abc abcd abcde abcdef admin administrator asdf asdfgh asdfghjkl azerty baseball basketball batman changeme charlie
  computer default dragon football freedom google guest hello iloveyou internet jordan letmein login london love
  master michael monkey mustang mypassword ninja pass passw passwd password passwort pinball princess qazwsx qwert
  qwerty qwertyuiop qwertz root samsung secret shadow soccer spring starwars summer sunshine superman temp test
  trustno user welcome whatever winter zaqwsx`.split(/\s+/),
)

const written: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }
const lettersOf = (text: string) => text.replace(/[@431!0$57]/g, (sign) => written[sign]!)

/** Figures and signs that people put around a word to please a rule. */
const mostAround = 4

/** Whether a password is one of those that are guessed first: a common word, however it is written, with a little around it. */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  for (let start = 0; start <= mostAround; start += 1) {
    for (let end = 0; start + end <= mostAround; end += 1) {
      const [around, word] = [text.slice(0, start) + text.slice(text.length - end), text.slice(start, text.length - end)]
      if (!/[a-z]/.test(around) && commonWords.has(lettersOf(word))) return true
    }
  }
  return false
}
