import {
  builtInTypeInfos,
  notAvailable,
  unknownType,
  type BoardType,
  type BoardTypeInfo,
} from '@multiball/shared/schema'

let known = builtInTypeInfos

/** Says which board types there are; called by whoever reads the page's registry, before anything is shown. */
export const setBoardTypes = (types: readonly BoardTypeInfo[]): void => void (known = types)

/** Every board type, the built-in ones first; the same array for the page's life. */
export const boardTypes = (): readonly BoardTypeInfo[] => known

/** What is known of a board type; of one that no registry names, enough to speak of it. */
export const boardTypeOf = (type: BoardType): BoardTypeInfo =>
  known.find((info) => info.type === type) ?? unknownType(type)

const titled = (words: string) => words.replace(/(^|\s)\p{L}/gu, (start) => start.toUpperCase())

/** What a board of this type is called where it is a name, such as `Tap List`. */
export const boardTypeName = (type: BoardType): string => titled(boardTypeOf(type).singular)

/** The same of several: `Tap Lists`. */
export const boardTypeNames = (type: BoardType): string => titled(boardTypeOf(type).plural)

/** The name, and that its boards cannot be shown just now where that is so: `Tap List · Not available now`. */
export const boardTypeLabel = (type: BoardType): string =>
  boardTypeOf(type).isAvailable ? boardTypeName(type) : `${boardTypeName(type)} · ${notAvailable}`
