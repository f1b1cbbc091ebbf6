import css from './thumb.module.css'

export interface ThumbProps {
  /** Address of the picture; an empty plate where there is none. */
  src?: string | null
  /** Width and height in pixels. */
  size?: number
}

/** The small picture before a name. The name beside it says what it is. */
export function Thumb({ src, size = 28 }: ThumbProps) {
  return src ? (
    <img className={css.thumb} src={src} alt="" width={size} height={size} loading="lazy" />
  ) : (
    <span className={css.thumb} style={{ width: size, height: size }} />
  )
}
