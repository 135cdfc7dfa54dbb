import { createContext } from 'react'

/** What somebody else's page makes of a board's colours; `#rgb` or `#rrggbb` each. */
export interface StageTheme {
  /** in place of the owner's background */
  background?: string
  /** in place of the players' colours, of gold and of the light behind */
  accent?: string
}

/** Around a board in a page of a partner; everywhere else the owner's colours stand. */
export const StageThemeContext = createContext<StageTheme>({})
