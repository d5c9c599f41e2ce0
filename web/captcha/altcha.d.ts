/** The style sheet of the widget: imported for its effect, without types of its own. */
declare module 'altcha/altcha.css';
