/** Files of the widget without types: two are imported for their effect, one for its address. */
declare module 'altcha/altcha.css';
declare module 'altcha/workers/pbkdf2';
declare module '*/altcha.min.js?url' {
  const address: string;
  export default address;
}
