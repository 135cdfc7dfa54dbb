import { cleanName } from '../names/nameFace'

export const modeColors = {
  red: '#ff7a70',
  orange: '#ff9a3d',
  yellow: '#ffe14d',
  green: '#4df08a',
  blue: '#74b9ff',
  purple: '#bda6ff',
  pink: '#ff8ad0',
  white: '#ffffff',
} as const
export type ModeColor = keyof typeof modeColors

/** One game mode as the machine names it, read. */
export interface Mode {
  /** two capitals, '' when the text had none */
  prefix: string
  label: string
  color: ModeColor
}

const shape = /^\s*([a-z]{2})\d*\s*(?:\{([^}]*)\})?\s*:([^]*)$/i
const prefixColors: Record<string, ModeColor> = {
  MB: 'green',
  BL: 'green',
  WM: 'orange',
  EB: 'red',
  BX: 'blue',
  NA: 'yellow',
}
const hiddenPrefixes = new Set(['ZZ', 'CP', 'XY'])

const isModeColor = (name: string): name is ModeColor => Object.keys(modeColors).includes(name)

/** 'Lock' inside another word ('Clock', 'BLOCK') is not a lock. */
const namesLock = (label: string) => label.includes('Lock') || /\block/i.test(label)

function colorOf(prefix: string, braces: string, label: string): ModeColor {
  if (braces) return isModeColor(braces) ? braces : 'white'
  if (/extra ball/i.test(label)) return 'red'
  if (namesLock(label)) return 'green'
  return prefixColors[prefix] ?? 'white'
}

/** Whether a label tells of a jackpot that is won, not of one to be had. */
export const namesJackpot = (label: string) => /jackpot/i.test(label) && !/\b(?:lit|light|ready)\b/i.test(label)

/** Reads `<CA><n>{<color>}:<text>`; a text of another shape is a label without a prefix. */
export function parseMode(text: string): Mode {
  const [, prefix = '', braces = '', rest = text] = shape.exec(text) ?? []
  const label = cleanName(rest)
  const capitals = prefix.toUpperCase()
  return { prefix: capitals, label, color: colorOf(capitals, braces.trim().toLowerCase(), label) }
}

/** The modes that a banner may name, in the machine's order, each once. XY counts only as the one and only mode. */
export function visibleModes(texts: readonly string[]): Mode[] {
  const distinct = [...new Set(texts)]
  const modes = distinct.map(parseMode).filter((mode) => mode.label !== '')
  if (distinct.length === 1 && modes[0]?.prefix === 'XY') return modes
  return modes.filter((mode) => !hiddenPrefixes.has(mode.prefix))
}
