import css from './picture-fan.module.css'

export interface PictureFanProps {
  /** Addresses of one to three pictures; the first lies on top. */
  pictures: readonly string[]
}

/** Pictures in a fan, for empty screens. */
export function PictureFan({ pictures }: PictureFanProps) {
  return (
    <div className={css.fan} aria-hidden="true">
      {pictures.slice(0, 3).map((picture) => (
        <img key={picture} src={picture} alt="" className={css.picture} width={152} height={114} />
      ))}
    </div>
  )
}
