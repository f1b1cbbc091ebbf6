/**
 * Opacity of the fill of objects as the last two hexadecimal digits of a colour: 55 % when filled, 10 % when outlined (ADR 50).
 */
export const fillOpacities = { filled: '8C', outlined: '1A' } as const

/** Of points, CSS pixels. */
export const pointRadius = 5
