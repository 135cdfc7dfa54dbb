import { shownStrings } from '../../server/src/testing/nastyStrings'
import { testTexts } from './nastyTexts'

testTexts(shownStrings, 20)
