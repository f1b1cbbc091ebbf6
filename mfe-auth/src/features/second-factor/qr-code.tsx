import { encode } from 'uqr'
import css from './second-factor.module.css'

/** Quiet zone around the code, in modules, as ISO/IEC 18004 requires. */
const border = 4

/**
 * QR code with error correction level M; black on white in both colour schemes, because many readers cannot decode
 * inverted codes.
 */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={css.qr} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
