export const thumbnailUrlOf = (imageId: string): string => `/api/v1/thumbnail?type=Image&id=${imageId}`
