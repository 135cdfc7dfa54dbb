import { ballRadius, targetHeight, type Line, type Table } from './playfieldTable'
import { nearest, type Point } from './raster'

/** One moment of the game that plays itself. Speeds in px a second. */
interface Play {
  ball: Point
  speed: Point
  /** before the ball has left the plunger's lane */
  isInLane: boolean
  score: number
  /** balls still to come, the one in play not counted */
  ballsLeft: number
  /** moments that each bumper, sling and flipper stays lit or up; below 0 it rests before it may light again */
  bumperLit: number[]
  slingLit: number[]
  flipperUp: number[]
  lanesLit: boolean[]
  targetsDown: boolean[]
  /** moments since something was hit */
  quiet: number
}

const momentsASecond = 12
const partsOfAMoment = 6
const second = 1 / (momentsASecond * partsOfAMoment)
const gravity = 62
const fastest = 150
/** A third of a second lit, a third dark: nothing flashes more than twice a second. */
const litFor = 4
const flipperFor = 3
const balls = 3

const plunged = (table: Table): Pick<Play, 'ball' | 'speed' | 'isInLane' | 'quiet'> => ({
  ball: { x: table.laneX + 7, y: table.height - 14 },
  speed: { x: 0, y: -95 },
  isInLane: true,
  quiet: 0,
})

export const beginPlay = (table: Table): Play => ({
  ...plunged(table),
  score: 0,
  ballsLeft: balls - 1,
  bumperLit: table.bumpers.map(() => -litFor),
  slingLit: table.slings.map(() => -litFor),
  flipperUp: table.flippers.map(() => 0),
  lanesLit: table.lanes.map(() => false),
  targetsDown: table.targets.map(() => false),
})

const fade = (moments: number[]) =>
  moments.forEach((left, at) => (moments[at] = left === 1 ? -litFor : left > 0 ? left - 1 : Math.min(0, left + 1)))
const light = (moments: number[], at: number) => {
  if (moments[at] === 0) moments[at] = litFor
}

/** Plays one moment further. @param random 0 ≤ random < 1 */
export function playOn(play: Play, table: Table, random: () => number): void {
  fade(play.bumperLit)
  fade(play.slingLit)
  play.flipperUp.forEach((left, at) => (play.flipperUp[at] = Math.max(0, left - 1)))
  play.quiet += 1
  // A ball that came to rest somewhere is nudged, as people do.
  if (play.quiet > 3 * momentsASecond) kick(play, { x: random() - 0.5, y: -1 }, 80)
  for (let part = 0; part < partsOfAMoment; part += 1) {
    if (play.isInLane) leaveLane(play, table, random)
    else fall(play, table, random)
  }
}

function leaveLane(play: Play, table: Table, random: () => number) {
  play.ball.y += play.speed.y * second
  if (play.ball.y > table.edge + ballRadius + 3) return
  play.isInLane = false
  play.speed = { x: -70 - 50 * random(), y: 12 }
}

function fall(play: Play, table: Table, random: () => number) {
  const { ball, speed } = play
  speed.y += gravity * second
  const pace = Math.hypot(speed.x, speed.y)
  if (pace > fastest) play.speed = { x: (speed.x * fastest) / pace, y: (speed.y * fastest) / pace }
  ball.x += play.speed.x * second
  ball.y += play.speed.y * second
  meetEdges(play, table)
  for (const guide of table.guides) meetLine(play, guide, 0.45)
  table.slings.forEach(
    (sling, at) =>
      meetLine(play, sling, 1) &&
      (kick(play, { x: sling.isLeft ? 0.8 : -0.8, y: -0.6 }, 85), score(play, 10), light(play.slingLit, at)),
  )
  table.bumpers.forEach((bumper, at) => {
    const away = { x: ball.x - bumper.x, y: ball.y - bumper.y }
    const distance = Math.hypot(away.x, away.y) || 1
    if (distance > bumper.radius + ballRadius) return
    ball.x = bumper.x + (away.x / distance) * (bumper.radius + ballRadius)
    ball.y = bumper.y + (away.y / distance) * (bumper.radius + ballRadius)
    kick(play, { x: away.x / distance + 0.3 * (random() - 0.5), y: away.y / distance }, 82)
    score(play, bumper.points)
    light(play.bumperLit, at)
  })
  meetFlippers(play, table, random)
  meetLanes(play, table)
  if (ball.y > table.drainY) drain(play, table)
}

function kick(play: Play, towards: Point, pace: number) {
  const length = Math.hypot(towards.x, towards.y) || 1
  play.speed = { x: (towards.x / length) * pace, y: (towards.y / length) * pace }
  play.quiet = 0
}

const score = (play: Play, points: number) => (play.score = (play.score + points) % 1_000_000)

function meetEdges(play: Play, table: Table) {
  const { ball, speed } = play
  const [left, right, top] = [table.edge + ballRadius, table.laneX - ballRadius - 1, table.edge + ballRadius]
  if (ball.y < top) [ball.y, speed.y] = [top, Math.abs(speed.y) * 0.7]
  // Above the lane's wall the field is open to the right edge.
  const wall = ball.y < table.laneTop ? table.width - table.edge - ballRadius : right
  if (ball.x < left || ball.x > wall) {
    speed.x = Math.abs(speed.x) * 0.8 * (ball.x < left ? 1 : -1)
    ball.x = Math.min(wall, Math.max(left, ball.x))
    hitTargets(play, table)
  }
}

function hitTargets(play: Play, table: Table) {
  const { ball } = play
  table.targets.forEach(({ x, y }, at) => {
    if (play.targetsDown[at] || Math.abs(ball.x - x) > 6 || ball.y < y - 2 || ball.y > y + targetHeight + 1) return
    play.targetsDown[at] = true
    score(play, 1000)
  })
  if (play.targetsDown.every(Boolean)) play.targetsDown.fill(false)
}

/** Bounces off a line; answers whether it was met. */
function meetLine(play: Play, { from, to }: Line, bounce: number): boolean {
  const { ball, speed } = play
  const near = nearest(from, to, ball)
  const away = { x: ball.x - near.x, y: ball.y - near.y }
  const distance = Math.hypot(away.x, away.y) || 0.001
  if (distance >= ballRadius) return false
  const normal = { x: away.x / distance, y: away.y / distance }
  ball.x = near.x + normal.x * ballRadius
  ball.y = near.y + normal.y * ballRadius
  const into = speed.x * normal.x + speed.y * normal.y
  if (into < 0)
    play.speed = { x: speed.x - (1 + bounce) * into * normal.x, y: speed.y - (1 + bounce) * into * normal.y }
  return true
}

/** A good player stands at the machine, who misses one in eight. */
function meetFlippers(play: Play, table: Table, random: () => number) {
  const { ball, speed } = play
  table.flippers.forEach(({ isLeft, pivot, length }, at) => {
    const out = (isLeft ? 1 : -1) * (ball.x - pivot.x)
    const restY = pivot.y + out * 0.4
    if (speed.y <= 0 || out < -1 || out > length + 3 || ball.y < restY - 4 || ball.y > restY + 3) return
    if (random() < 0.12) return void (ball.y = restY + 3.5)
    play.flipperUp[at] = flipperFor
    kick(
      play,
      { x: (isLeft ? 1 : -1) * (0.75 - (1.2 * out) / length + 0.3 * random()) * 0.7, y: -1 },
      98 + 24 * random(),
    )
  })
}

function meetLanes(play: Play, table: Table) {
  const { ball } = play
  table.lanes.forEach(({ x, y }, at) => {
    if (play.lanesLit[at] || ball.y > y + 8 || Math.abs(ball.x - x - table.laneLength / 2) > 4) return
    play.lanesLit[at] = true
    score(play, 50)
  })
  if (!play.lanesLit.every(Boolean)) return
  play.lanesLit.fill(false)
  score(play, 5000)
}

function drain(play: Play, table: Table) {
  if (play.ballsLeft === 0) Object.assign(play, beginPlay(table))
  else Object.assign(play, plunged(table), { ballsLeft: play.ballsLeft - 1 })
}
