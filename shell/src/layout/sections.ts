/** True when the section of this path, its first part, is among the switched off ones. */
export function isDisabledSection(path: string, disabledSections: readonly string[]): boolean {
  const section = path.split('/')[1]?.toLowerCase()
  return disabledSections.some((name) => name.toLowerCase() === section)
}
