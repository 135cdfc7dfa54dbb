import { playsWithEveryFault } from './testing/rig'

playsWithEveryFault([0, 1, 2, 3, 4])
