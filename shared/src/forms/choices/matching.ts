/** Those of which what is said of them has every word of the text, in their order. */
export function matching<Choice>(
  choices: readonly Choice[],
  text: string,
  wordsOf: (choice: Choice) => string,
): Choice[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter((choice) => {
    const said = wordsOf(choice).toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
