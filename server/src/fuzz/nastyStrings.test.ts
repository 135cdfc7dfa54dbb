import { nastyStrings } from '../testing/nastyStrings'
import { nastyTests } from './nastyTests'

// One of each kind.
nastyTests(nastyStrings.filter(({ name }) => name.endsWith(' 1')))
