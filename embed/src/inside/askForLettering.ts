import { ownFamily } from './fontFaces'

/** What every board is lettered in. */
const lettering = ['700', '900'].map((weight) => `${weight} 1em "${ownFamily('Sofia Sans Extra Condensed')}"`)

/** Asks for the font before a board is drawn: letters that are there before their font are laid out twice. */
export function askForLettering(): void {
  for (const font of lettering) void document.fonts.load(font).catch(() => {})
}
