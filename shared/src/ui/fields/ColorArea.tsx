import { ColorArea as AriaColorArea } from 'react-aria-components/ColorArea'
import { ColorPicker } from 'react-aria-components/ColorPicker'
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider'
import { ColorThumb } from 'react-aria-components/ColorThumb'
import { ColorSwatch } from 'react-aria-components/ColorSwatch'
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker'
import css from './ColorArea.module.css'

interface ColorAreaProps {
  /** a colour such as #1a2b3c */
  value: string
  onChange(value: string): void
}

/** Walls that scores read well on. */
const suggestions = ['#000000', '#0b1f3a', '#2a0a3d', '#3a0d0d', '#06301f', '#3b2500', '#ffffff']

/** Picks a colour by eye: saturation and brightness, hue, suggestions. Loaded when it is first opened. */
export function ColorArea({ value, onChange }: ColorAreaProps) {
  return (
    <ColorPicker value={value} onChange={(color) => onChange(color.toString('hex').toLowerCase())}>
      <div className={css.picker}>
        <AriaColorArea colorSpace="hsb" xChannel="saturation" yChannel="brightness" className={css.area}>
          <ColorThumb className={css.thumb} />
        </AriaColorArea>
        <ColorSlider colorSpace="hsb" channel="hue" aria-label="Hue">
          <SliderTrack className={css.track}>
            <ColorThumb className={css.thumb} />
          </SliderTrack>
        </ColorSlider>
        <ColorSwatchPicker aria-label="Suggestions" className={css.swatches}>
          {suggestions.map((color) => (
            <ColorSwatchPickerItem key={color} color={color} className={css.item}>
              <ColorSwatch className={css.swatch} />
            </ColorSwatchPickerItem>
          ))}
        </ColorSwatchPicker>
      </div>
    </ColorPicker>
  )
}
