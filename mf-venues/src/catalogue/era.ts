/** How machines of a time say the score. */
export type Technology = 'reels' | 'numeric' | 'alphanumeric' | 'dots' | 'screen'

/** The first year of each, the newest first. The catalogue does not say it, and makers changed within a year or two. */
const since: [firstYear: number, technology: Technology][] = [
  [2013, 'screen'],
  [1991, 'dots'],
  [1986, 'alphanumeric'],
  [1977, 'numeric'],
  [0, 'reels'],
]

/** What kind of display stands in the backglass of a machine of that year; undefined for a year that nobody knows. */
export const technologyOf = (year: number | null): Technology | undefined => (year === null ? undefined : since.find(([firstYear]) => year >= firstYear)?.[1])

/** The look of a time, by its decade; 1960 stands for all before. */
export type Decade = 1960 | 1970 | 1980 | 1990 | 2000 | 2010 | 2020

/** Undefined for a year that nobody knows. */
export const decadeOf = (year: number | null): Decade | undefined =>
  year === null ? undefined : (Math.min(2020, Math.max(1960, Math.floor(year / 10) * 10)) as Decade)
