/** Files of the widget that are imported for their effect and bring no types. */
declare module 'altcha/altcha.css';
declare module 'altcha/workers/pbkdf2';
