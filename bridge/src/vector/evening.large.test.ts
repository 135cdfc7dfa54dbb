import { playsAnEvening } from './testing/evening'

playsAnEvening({ boards: 20, minutes: 20 })
