import { shownStrings } from '../../server/src/testing/nastyStrings'
import { testTexts } from './nastyTexts'

/* Some of each kind; all of them are in nastyStrings.large.test.ts. */
testTexts(
  shownStrings.filter((_, at) => at % 17 === 0),
  4,
)
