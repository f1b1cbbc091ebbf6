import css from './logo.module.css'

export interface LogoProps {
  /** The product's name from the runtime configuration. */
  name?: string
  /** Without the visible name, which is the label of the mark in any case. */
  markOnly?: boolean
  /** Height of the mark in pixels. */
  size?: number
}

/** The mark (three thin slices, seen from the side) and the product's name, which is hidden below 360 px. */
export function Logo({ name = 'Lamella', markOnly = false, size = 22 }: LogoProps) {
  const mark = (
    <svg
      className={css.mark}
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="currentColor"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinejoin="round"
      role="img"
      aria-label={name}
    >
      <path d="M8.2 2.7h11.1l-2.5 3.4H5.7z" opacity={0.42} />
      <path d="M6.2 9.3h11.1l-2.5 3.4H3.7z" opacity={0.72} />
      <path d="M4.2 15.9h11.1l-2.5 3.4H1.7z" />
    </svg>
  )
  if (markOnly) return mark
  return (
    <span className={css.logo}>
      {mark}
      <span className={`${css.word} ${css.optional}`} aria-hidden="true">
        {name}
      </span>
    </span>
  )
}
