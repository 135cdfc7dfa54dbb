import { playsAnEvening } from './testing/evening'

/** A whole evening, in 18 minutes: EVENING_MINUTES=180 */
playsAnEvening({ boards: 20, minutes: Number(process.env.EVENING_MINUTES ?? 20) })
