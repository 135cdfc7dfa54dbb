const tags = ['en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'hu', 'pt-PT', 'pt-BR', 'ja']

const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** Languages of the pages that boards stand in: they decide how numbers are written, and how a screen reader speaks. */
export const languages = [
  { value: '', label: 'Same as the board' },
  ...tags.map((tag) => ({ value: tag, label: names.of(tag) ?? tag, detail: (1_234_567).toLocaleString(tag) })),
]
