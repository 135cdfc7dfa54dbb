/** Everything in the demo that has a name. People and venue are made up; the machines are of the catalogue. */

export const demoOwner = {
  username: 'demo',
  password: 'Demo1234!',
  first_name: 'Rosalind',
  last_name: 'Achterberg',
  display_name: 'Rosalind Achterberg',
  initials: 'RA',
}

export const demoPlayers = [
  { username: 'theo.marchetti', first_name: 'Theo', last_name: 'Marchetti', display_name: '', initials: 'TEO' },
  { username: 'ines.barreto', first_name: 'Inês', last_name: 'Barreto', display_name: '', initials: 'INB' },
  { username: 'callum.osei', first_name: 'Callum', last_name: 'Osei', display_name: 'Callum O.', initials: 'CAL' },
  { username: 'priya.nair', first_name: 'Priya', last_name: 'Nair', display_name: '', initials: 'PRI' },
  { username: 'jonas.lindqvist', first_name: 'Jonas', last_name: 'Lindqvist', display_name: '', initials: 'JL' },
  { username: 'mei.tanaka', first_name: 'Mei', last_name: 'Tanaka', display_name: 'Mei', initials: 'MEI' },
]

/** Of the tournament, and who plays in it. */
export const demoTournament = 'Silver Lane Flip Frenzy'
export const demoEntrants = [
  'Maren Holt',
  'Dario Conti',
  'Yuki Arakawa',
  'Bex Whitaker',
  'Tomás Herrera',
  'Nia Adeyemi',
  'Freja Lund',
  'Owen Gallagher',
  'Samira Haddad',
  'Piotr Zieliński',
  'Lucía Paredes',
  'Malik Jefferson',
  'Anh Nguyễn',
  'Wilhelmina Hargreaves',
  'Hiro Okada',
  'Jo March',
  'Kofi Mensah',
  'Elif Demir',
]

export const demoVenue = 'The Silver Lane'
/** Where nobody plays, so that its boards show what they do when idle. */
export const restingVenue = 'The Silver Lane, upstairs'

export interface DemoBoard {
  /** of the catalogue */
  opdbId: string
  title: string
  color: string
  isPublic: boolean
  showsRank: boolean
  /** idle screen; undefined: none */
  hotGame?: number
  /** shows the house records when idle */
  showsRecords?: true
}

/** Machines with a past on which nobody plays now, and their boards. */
export const restingBoards: readonly DemoBoard[] = [
  {
    opdbId: 'G5KXk-MLB9V',
    title: 'Upstairs, idle leaderboard',
    color: '#000',
    isPublic: true,
    showsRank: true,
    showsRecords: true,
  },
  {
    opdbId: 'GrE7e-MQ9N1',
    title: 'Upstairs, idle hot games',
    color: '#000',
    isPublic: true,
    showsRank: true,
    hotGame: 0,
  },
]

/** One of each other kind, made of the boards above. */
export const demoTitles = {
  records: 'House records',
  week: 'This week',
  hall: 'The whole hall',
  evening: 'An evening at The Silver Lane',
  stream: 'Thursday stream',
} as const

/** A machine and its board, the oldest first. */
export const demoBoards: readonly DemoBoard[] = [
  { opdbId: 'GrEOB-MDR2Y', title: 'By the door', color: '#000', isPublic: true, showsRank: true },
  { opdbId: 'G5YDN-MJKYo', title: 'Back row, left', color: '#000', isPublic: true, showsRank: true },
  { opdbId: 'GRY0B-MJ9Z3', title: 'Back row, right', color: '#140b1f', isPublic: true, showsRank: false, hotGame: 2 },
  { opdbId: 'G41Z8-MJKvP', title: 'Under the stairs', color: '#000', isPublic: true, showsRank: true, hotGame: 0 },
  { opdbId: 'G5Wxd-MLxl3', title: 'Bar, left', color: '#04140c', isPublic: true, showsRank: true },
  { opdbId: 'G5pe4-MePZv', title: 'Bar, right', color: '#000', isPublic: true, showsRank: true, hotGame: 1 },
  { opdbId: 'Gj6PZ-Mb5z6', title: 'Front window', color: '#000', isPublic: true, showsRank: false },
  { opdbId: 'GrPOR-M61Pw', title: 'Club night (members only)', color: '#06101f', isPublic: false, showsRank: true },
]
