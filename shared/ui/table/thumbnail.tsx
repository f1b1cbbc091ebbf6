import { ProtectedPicture, type ProtectedPictureProps } from '../pictures/protected-picture.tsx'
import css from './thumbnail.module.css'

/** The small picture before a name. Decorative, because the name is beside it. */
export function Thumbnail(picture: ProtectedPictureProps) {
  return (
    <span className={css.thumbnail}>
      <ProtectedPicture {...picture} />
    </span>
  )
}
