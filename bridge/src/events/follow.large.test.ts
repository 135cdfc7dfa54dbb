import { playsWithEveryFault } from './testing/stage'

playsWithEveryFault([0, 1, 2, 3, 4])
