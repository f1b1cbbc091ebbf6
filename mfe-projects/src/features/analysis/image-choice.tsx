import type { Image } from '@lamella/shared/contract'
import { pictureQuery } from '@lamella/shared/queries'
import { ProtectedPicture } from '@lamella/shared/ui'
import { IconCheck } from '@tabler/icons-react'
import css from './image-choice.module.css'

interface ImageChoiceProps {
  images: readonly Image[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Checkbox grid of the images to analyse. */
export const ImageChoice = ({ images, chosen, onChange }: ImageChoiceProps) => (
  <fieldset className={css.grid}>
    <legend className={css.legend}>Images</legend>
    {images.map(({ id, name, thumbnailUrl }) => {
      const on = chosen.includes(id)
      return (
        <label key={id} className={css.item}>
          <input
            type="checkbox"
            className={css.input}
            checked={on}
            onChange={() => onChange(on ? chosen.filter((other) => other !== id) : [...chosen, id])}
          />
          <span className={css.frame} data-on={on || undefined}>
            <ProtectedPicture url={thumbnailUrl} pictureQuery={pictureQuery} />
            <span className={css.check}>{on && <IconCheck size={14} stroke={2.4} aria-hidden />}</span>
          </span>
          <span className={css.name}>{name}</span>
        </label>
      )
    })}
  </fieldset>
)
