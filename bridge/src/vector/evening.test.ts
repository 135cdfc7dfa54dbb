import { playsAnEvening } from './testing/evening'

playsAnEvening({ boards: 3, minutes: 2 })
