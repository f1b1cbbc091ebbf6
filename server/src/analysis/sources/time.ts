import type { PixelSource } from './pixel-source.ts'

/**
 * The time points of an image, first to last, each as the source that `view` makes of it: `timeSource(image, rgbSource)`
 * or `timeSource(image, multichannelSource)`. Reading them in this order decodes each plane once.
 */
export const timeSource = <View>(source: PixelSource, view: (source: PixelSource, time: number) => View): View[] =>
  Array.from({ length: source.timePoints }, (_, time) => view(source, time))
