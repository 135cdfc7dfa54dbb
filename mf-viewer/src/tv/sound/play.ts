import { lengthOf, type Tone } from './sounds'

/** s: a tone that began at once would click */
const attack = 0.012
const release = 0.06
/** Too quiet to be heard: an envelope that falls exponentially never reaches zero. */
const silence = 0.001
/** Hz above which the tones lose their edge: bars are loud enough */
const softAbove = 3_200
const leadIn = 0.03

function begin(context: BaseAudioContext, { wave, hz, at, lasts, level, rings }: Tone, start: number, to: AudioNode) {
  const source = context.createOscillator()
  const envelope = context.createGain()
  const [from, until] = [start + at, start + at + lasts]
  source.type = wave
  source.frequency.value = hz
  envelope.gain.setValueAtTime(0, from)
  envelope.gain.linearRampToValueAtTime(level, from + attack)
  if (rings) envelope.gain.exponentialRampToValueAtTime(silence, until)
  else envelope.gain.setValueAtTime(level, until - release).linearRampToValueAtTime(0, until)
  source.connect(envelope).connect(to)
  source.start(from)
  source.stop(until)
}

/**
 * Plays tones, beginning now.
 * @param gain of their levels, 0 to 1
 * @returns ms until they are over
 */
export function play(context: BaseAudioContext, tones: readonly Tone[], gain: number): number {
  const volume = context.createGain()
  const soft = context.createBiquadFilter()
  volume.gain.value = gain
  soft.type = 'lowpass'
  soft.frequency.value = softAbove
  soft.connect(volume).connect(context.destination)
  const start = context.currentTime + leadIn
  for (const tone of tones) begin(context, tone, start, soft)
  return (leadIn + lengthOf(tones)) * 1000
}
