/** What a machine's games are called as a file: 'medieval-madness-games.csv'. */
export function fileName(machineName: string, ending: string): string {
  const words = machineName.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join('-') || 'machine'
  return `${words}-games.${ending}`
}
