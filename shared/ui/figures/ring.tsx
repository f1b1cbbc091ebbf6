import css from './ring.module.css'

interface RingPart {
  /** Share of the whole circle, 0 to 1. */
  share: number
  /** A CSS colour. */
  color: string
}

interface RingProps {
  /** Outer diameter in pixels. */
  size: number
  /** Inner diameter as a share of the outer. */
  cutout: number
  /** One after the other, clockwise from the top. */
  parts: readonly RingPart[]
}

/** The drawing of doughnuts and of the ring indicator: parts of a ring on a track, hidden from screen readers. */
export function Ring({ size, cutout, parts }: RingProps) {
  const thickness = (size * (1 - cutout)) / 2
  const radius = (size - thickness) / 2
  const circumference = 2 * Math.PI * radius
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  // A round end is longer by half a thickness at each side; where two would overlap, ends are flat.
  const round = (1 - total) * circumference > 2 * thickness && parts.filter(({ share }) => share > 0).length === 1
  let start = 0
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      fill="none"
      strokeWidth={thickness}
      aria-hidden="true"
    >
      <circle className={css.track} cx={size / 2} cy={size / 2} r={radius} />
      {parts.map(({ share, color }) => {
        const offset = start
        start += share
        if (share <= 0) return null
        return (
          <circle
            key={offset}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            stroke={color}
            strokeLinecap={round ? 'round' : 'butt'}
            strokeDasharray={`${share * circumference} ${circumference}`}
            strokeDashoffset={-offset * circumference}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )
      })}
    </svg>
  )
}
