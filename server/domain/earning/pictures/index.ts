export { type DrawPicture, keepPictures, type PicturePorts, type PictureRound } from './keep-pictures.ts';
export { PictureFailure } from './picture-failure.ts';
export { pictureAddress, readPicture } from './read-picture.ts';
