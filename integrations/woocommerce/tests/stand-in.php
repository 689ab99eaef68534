<?php
// A stand-in for the documented interface of WordPress and WooCommerce that the plugin uses. It is not WooCommerce: what it proves is the
// plugin's own logic, not that WooCommerce calls it this way.
define('ABSPATH', __DIR__);

final class Shop
{
    public static array $orders = [];
    public static array $sent = [];
    public static array $notices = [];
    public static $answer;
    public static string $currency = 'USD';
}

abstract class WC_Payment_Gateway
{
    public $id, $method_title, $method_description, $has_fields, $supports, $form_fields, $title, $description;
    public array $settings = [];
    public function init_settings() { $this->settings = array_map(fn($field) => $field['default'], $this->form_fields); }
    public function get_option($name) { return $this->settings[$name] ?? ''; }
    public function is_available() { return ($this->settings['enabled'] ?? 'no') === 'yes'; }
    public function get_return_url($order) { return 'https://shop.example/thanks/' . $order->get_id(); }
    public function process_admin_options() {}
}

final class Order
{
    public array $meta = [];
    public array $notes = [];
    public string $status = 'pending';
    public string $transaction = '';
    public function __construct(public int $id, public string $total, public string $currency = 'USD') { Shop::$orders[$id] = $this; }
    public function get_id() { return $this->id; }
    public function get_order_number() { return (string) $this->id; }
    public function get_order_key() { return 'wc_order_key' . $this->id; }
    public function get_total() { return $this->total; }
    public function get_currency() { return $this->currency; }
    public function get_checkout_payment_url() { return 'https://shop.example/pay/' . $this->id; }
    public function get_meta($name) { return $this->meta[$name] ?? ''; }
    public function update_meta_data($name, $value) { $this->meta[$name] = $value; }
    public function save() {}
    public function is_paid() { return in_array($this->status, ['processing', 'completed'], true); }
    public function payment_complete($transaction) { $this->status = 'processing'; $this->transaction = $transaction; }
    public function update_status($status, $note) { $this->status = $status; $this->notes[] = $note; }
    public function add_order_note($note) { $this->notes[] = $note; }
}

function __($text) { return $text; }
function add_action() {}
function wc_get_order($id) { return Shop::$orders[$id] ?? false; }
function wc_format_decimal($number, $places) { return number_format((float) $number, $places, '.', ''); }
function wc_add_notice($text) { Shop::$notices[] = $text; }
function get_woocommerce_currency() { return Shop::$currency; }
function wp_json_encode($value) { return json_encode($value); }
function wp_remote_post($url, $request) { Shop::$sent[] = [$url, $request]; return Shop::$answer; }
final class WP_Error { public function get_error_message() { return 'cURL error 7'; } }
function is_wp_error($answer) { return $answer instanceof WP_Error; }
function wp_remote_retrieve_body($answer) { return $answer['body']; }
function wp_remote_retrieve_response_code($answer) { return $answer['code']; }
function wc_get_logger() { return new class { public function error() {} }; }
function WC() { return new class { public function api_request_url($name) { return "https://shop.example/wc-api/$name"; } }; }
