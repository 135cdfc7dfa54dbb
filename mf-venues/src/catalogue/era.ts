import type { MachineDisplay } from '@multiball/shared/schema'

/** How machines of a time say the score. */
export type Technology = 'reels' | 'lights' | 'numeric' | 'alphanumeric' | 'dots' | 'screen'

/** The first year of each, the newest first, for machines whose catalogue entry does not say it. Makers changed within a year or two. */
const since: [firstYear: number, technology: Technology][] = [
  [2013, 'screen'],
  [1991, 'dots'],
  [1986, 'alphanumeric'],
  [1977, 'numeric'],
  [0, 'reels'],
]

const byDisplay: Readonly<Record<MachineDisplay, Technology>> = {
  reels: 'reels',
  lights: 'lights',
  numeric: 'numeric',
  alphanumeric: 'alphanumeric',
  'dot-matrix': 'dots',
  lcd: 'screen',
}

const usualIn = (year: number | null): Technology | undefined =>
  year === null ? undefined : since.find(([firstYear]) => year >= firstYear)?.[1]

/** What kind of display stands in a backglass: as the catalogue says, else as was usual in its year; undefined where nobody knows either. */
export const technologyOf = (year: number | null, display?: MachineDisplay | null): Technology | undefined =>
  display ? byDisplay[display] : usualIn(year)

/** The look of a time, by its decade; 1960 stands for all before. */
export type Decade = 1960 | 1970 | 1980 | 1990 | 2000 | 2010 | 2020

/** Undefined for a year that nobody knows. */
export const decadeOf = (year: number | null): Decade | undefined =>
  year === null ? undefined : (Math.min(2020, Math.max(1960, Math.floor(year / 10) * 10)) as Decade)
