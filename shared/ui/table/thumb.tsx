import { ProtectedPicture, type ProtectedPictureProps } from '../pictures/protected-picture.tsx'
import css from './thumb.module.css'

/** The small picture before a name. The name beside it says what it is. */
export function Thumb(picture: ProtectedPictureProps) {
  return (
    <span className={css.thumb}>
      <ProtectedPicture {...picture} />
    </span>
  )
}
